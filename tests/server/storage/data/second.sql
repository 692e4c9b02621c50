BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE attendance (
	table_id VARCHAR(32) NOT NULL, 
	chair INTEGER NOT NULL, 
	process VARCHAR(16) NOT NULL, 
	guests INTEGER NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_attendance PRIMARY KEY (table_id, chair, process)
)
 WITHOUT ROWID

;
CREATE TABLE chat (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	text TEXT NOT NULL, 
	phrase VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_chat_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "chat" VALUES('qp2a5hapmn5h',0,1,1.79473771307545471196e+09,'Schön gebaut!','');
INSERT INTO "chat" VALUES('qp2a5hapmn5h',1,2,1.79473771307759594924e+09,'','thanks');
CREATE TABLE log (
	table_id VARCHAR(32) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	move VARCHAR(16) NOT NULL, 
	"by" TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	intent VARCHAR(64) NOT NULL, event TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, ply), 
	CONSTRAINT fk_log_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('qp2a5hapmn5h',0,1,'','',1.79473771285552263256e+09,'take:muj7bbgw8ukv','{"what":"sat","seat":1,"kind":"person","name":"Ben"}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',1,1,'','',1.79473771285552263256e+09,'take:muj7bbgw8ukv','{"what":"began","order":[3,1,0,2]}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',2,0,'D@14','',1.79473771287726235391e+09,'bot:70cd2013b0eec47c','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',3,1,'C@37','',1.79473771289764213567e+09,'play 3','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',4,2,'C@36','',1.7947377129373552799e+09,'play 4','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',5,3,'C@35','',1.79473771295189666753e+09,'play 5','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',6,0,'D@19','',1.7947377129585750103e+09,'bot:fa3c28dd59eb3bd1','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',7,1,'D@26','',1.79473771296649622919e+09,'play 7','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',8,2,'S@17','',1.79473771296985626227e+09,'play 8','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',9,3,'S@16','',1.79473771297343492512e+09,'play 9','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',10,0,'B@38','',1.79473771297971129417e+09,'bot:cd782cb359962543','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',11,1,'S@15','',1.79473771298772668842e+09,'play 11','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',12,2,'B@7','',1.7947377129910976886e+09,'play 12','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',13,3,'B@8','',1.79473771299543237685e+09,'play 13','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',14,0,'D1e.38.Be','',1.79473771300240612022e+09,'bot:d4fb595ce9e0014f','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',15,0,'+B@A5','',1.79473771300240612022e+09,'bot:d4fb595ce9e0014f','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',16,0,'xC1w','',1.79473771300240612022e+09,'bot:d4fb595ce9e0014f','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',17,0,'*C','',1.79473771300240612022e+09,'bot:d4fb595ce9e0014f','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',18,1,'H1s.8.Bs','',1.7947377130112986565e+09,'play 18','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',19,1,'xH2s','',1.7947377130112986565e+09,'play 18','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',20,1,'*S','',1.7947377130112986565e+09,'play 18','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',21,2,'H8n.19.De','',1.79473771301797294618e+09,'play 21','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',22,2,'+Dnw@D5','',1.79473771301797294618e+09,'play 21','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',23,2,'xH8w','',1.79473771301797294618e+09,'play 21','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',24,2,'*B','',1.79473771301797294618e+09,'play 21','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',25,3,'>9','',1.79473771302789282793e+09,'play 25','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',26,3,'xD8e','',1.79473771302789282793e+09,'play 25','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',27,3,'*D','',1.79473771302789282793e+09,'play 25','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',28,0,'C@12','',1.79473771303535175325e+09,'bot:e8d1f742ad88dc80','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',29,0,'D1s.12.Cw','',1.79473771303535175325e+09,'bot:e8d1f742ad88dc80','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',30,0,'xE1e','',1.79473771303535175325e+09,'bot:e8d1f742ad88dc80','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',31,0,'*J','',1.79473771303535175325e+09,'bot:e8d1f742ad88dc80','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',32,1,'S@8','',1.79473771304319834702e+09,'play 32','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',33,1,'H1w.8.Sw','',1.79473771304319834702e+09,'play 32','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',34,1,'xI1e','',1.79473771304319834702e+09,'play 32','');
INSERT INTO "log" VALUES('qp2a5hapmn5h',35,1,'','',1.79473771304678797727e+09,'act 35','{"what":"asked","kind":"takeback","by":1,"ply":30}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',36,2,'','',1.79473771304909920695e+09,'act 36','{"what":"agreed","seat":2}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',37,3,'','',1.79473771305170297623e+09,'act 37','{"what":"agreed","seat":3}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',38,3,'','',1.79473771305170297623e+09,'act 37','{"what":"taken-back","ply":30,"decisions":3}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',39,2,'','',1.79473771306045937539e+09,'act 39','{"what":"stood-in","seat":3,"bot":"greedy"}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',40,3,'','',1.79473771306437349321e+09,'act 40','{"what":"came-back","seat":3}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',41,2,'','',1.79473771306749701496e+09,'act 41','{"what":"revoked","target":"chair:2"}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',42,2,'','',1.79473771306749701496e+09,'act 41','{"what":"sat","seat":3,"kind":"open","name":"Cleo"}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',43,3,'','',1.79473771307020330424e+09,'take:hsywd59u6j6c','{"what":"sat","seat":3,"kind":"person","name":"Clio"}');
INSERT INTO "log" VALUES('qp2a5hapmn5h',44,2,'','',1.79473771307312107087e+09,'act 44','{"what":"asked","kind":"takeback","by":2,"ply":2}');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',0,0,'D@33','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',1,1,'D@32','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',2,0,'D@31','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',3,1,'S@14','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',4,0,'S@15','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',5,1,'S@13','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',6,0,'C@36','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',7,1,'C@35','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',8,0,'C@34','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',9,1,'B@17','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',10,0,'B@16','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('qsx3fvv5wgqb',11,1,'B@18','',1.79473771314017295835e+09,'','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',0,0,'D@33','',1.79473771309300661087e+09,'play 0','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',1,1,'D@32','',1.79473771309574460985e+09,'play 1','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',2,0,'D@31','',1.79473771309821677208e+09,'play 2','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',3,1,'S@14','',1.79473771310067653659e+09,'play 3','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',4,0,'S@15','',1.79473771310353231427e+09,'play 4','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',5,1,'S@13','',1.7947377131067788601e+09,'play 5','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',6,0,'C@36','',1.79473771310937881473e+09,'play 6','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',7,1,'C@35','',1.7947377131119790077e+09,'play 7','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',8,0,'C@34','',1.79473771311412429816e+09,'play 8','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',9,1,'B@17','',1.79473771311629080775e+09,'play 9','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',10,0,'B@16','',1.79473771311829280849e+09,'play 10','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',11,1,'B@18','',1.7947377131203463077e+09,'play 11','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',12,0,'H8w.31.Ds','',1.79473771312256288532e+09,'play 12','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',13,0,'*D','',1.79473771312256288532e+09,'play 12','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',14,1,'>18','',1.79473771312493181233e+09,'play 14','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',15,1,'xI1e','',1.79473771312493181233e+09,'play 14','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',16,1,'*C','',1.79473771312493181233e+09,'play 14','');
INSERT INTO "log" VALUES('usdqqxqzm2a6',17,1,'','',1.79473771312720370291e+09,'act 17','{"what":"resigned","seat":1}');
INSERT INTO "log" VALUES('usdqqxqzm2a6',18,0,'','',1.79473771313678359985e+09,'act 18','{"what":"followed","table":"5q3rf6d8fu7p"}');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name TEXT NOT NULL, 
	bot TEXT NOT NULL, chair INTEGER DEFAULT '0' NOT NULL, stand_in TEXT DEFAULT '' NOT NULL, resigned BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('5q3rf6d8fu7p',0,'person','Ben','',0,'',0);
INSERT INTO "seats" VALUES('5q3rf6d8fu7p',1,'person','Ann','',1,'',0);
INSERT INTO "seats" VALUES('qp2a5hapmn5h',0,'bot','','search:1',3,'',0);
INSERT INTO "seats" VALUES('qp2a5hapmn5h',1,'person','Ben','',1,'',0);
INSERT INTO "seats" VALUES('qp2a5hapmn5h',2,'person','Ann','',0,'',0);
INSERT INTO "seats" VALUES('qp2a5hapmn5h',3,'person','Clio','',2,'',0);
INSERT INTO "seats" VALUES('qsx3fvv5wgqb',0,'person','','',0,'',0);
INSERT INTO "seats" VALUES('qsx3fvv5wgqb',1,'person','','',1,'',0);
INSERT INTO "seats" VALUES('s5fmxa94v3ja',0,'person','Dora','',0,'',0);
INSERT INTO "seats" VALUES('s5fmxa94v3ja',1,'open','','',1,'',0);
INSERT INTO "seats" VALUES('usdqqxqzm2a6',0,'person','Ann','',0,'',0);
INSERT INTO "seats" VALUES('usdqqxqzm2a6',1,'person','Ben','',1,'',1);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	origin VARCHAR(16) NOT NULL, 
	start TEXT NOT NULL, 
	first INTEGER NOT NULL, 
	source TEXT, 
	created DOUBLE NOT NULL, 
	changed DOUBLE NOT NULL, 
	version INTEGER NOT NULL, 
	mover INTEGER NOT NULL, 
	points VARCHAR(64) NOT NULL, status VARCHAR(8) DEFAULT 'playing' NOT NULL, deadline DOUBLE, options TEXT DEFAULT '{}' NOT NULL, public BOOLEAN DEFAULT 0 NOT NULL, parent VARCHAR(32) DEFAULT '' NOT NULL, next VARCHAR(32) DEFAULT '' NOT NULL, opening TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('qp2a5hapmn5h','new','4.s.0d0.88.38.---.ooo-ooo-ooo-ooo.-',0,NULL,1.79473771282940387731e+09,1.79473771307312107087e+09,45,1,'0-5-0-0','playing',1.79482441299864745138e+09,'{"clock":{"per":"game","seconds":86400,"increment":60},"grace":0,"lots":true}',0,'','','{"players":[{"kind":"person","name":"Ann","bot":""},{"kind":"open","name":"","bot":""},{"kind":"person","name":"Cleo","bot":""},{"kind":"bot","name":"","bot":"search:1"}],"waiting":true}');
INSERT INTO "tables" VALUES('s5fmxa94v3ja','new','2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-',0,NULL,1.79473771307978677749e+09,1.79473771307978677749e+09,0,0,'0-0','waiting',NULL,'{"auto":false,"public":true}',1,'','','{"players":[{"kind":"person","name":"Dora","bot":""},{"kind":"open","name":"","bot":""}],"waiting":true}');
INSERT INTO "tables" VALUES('usdqqxqzm2a6','new','2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-',0,NULL,1.79473771308801913256e+09,1.79473771313678359985e+09,19,0,'5-0','over',NULL,'{}',0,'','5q3rf6d8fu7p','{"players":[{"kind":"person","name":"Ann","bot":""},{"kind":"person","name":"Ben","bot":""}],"waiting":false}');
INSERT INTO "tables" VALUES('5q3rf6d8fu7p','rematch','2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-',0,NULL,1.79473771313451552393e+09,1.79473771313451552393e+09,0,0,'0-0','playing',NULL,'{}',0,'usdqqxqzm2a6','','{"players":[{"kind":"person","name":"Ben","bot":""},{"kind":"person","name":"Ann","bot":""}],"waiting":false}');
INSERT INTO "tables" VALUES('qsx3fvv5wgqb','fork','2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-',12,NULL,1.79473771314017295835e+09,1.79473771314017295835e+09,12,0,'0-0','playing',NULL,'{}',0,'usdqqxqzm2a6','','{"players":[{"kind":"person","name":"","bot":""},{"kind":"person","name":"","bot":""}],"waiting":false}');
CREATE TABLE webhooks (
	table_id VARCHAR(32) NOT NULL, 
	chair INTEGER NOT NULL, 
	generation INTEGER NOT NULL, 
	url TEXT NOT NULL, 
	CONSTRAINT pk_webhooks PRIMARY KEY (table_id, chair), 
	CONSTRAINT fk_webhooks_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE INDEX ix_tables_changed ON tables (changed);
CREATE INDEX ix_tables_deadline ON tables (deadline);
COMMIT;
