BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE log (
	table_id VARCHAR(32) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	move VARCHAR(16) NOT NULL, 
	"by" TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	intent VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, ply), 
	CONSTRAINT fk_log_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('tedt7bwhvbaw',0,0,'C@36','',1.79472447007805061339e+09,'play 0');
INSERT INTO "log" VALUES('tedt7bwhvbaw',1,1,'S@4','',1.79472447028677845005e+09,'bot:1');
INSERT INTO "log" VALUES('tedt7bwhvbaw',2,0,'C@16','',1.79472447030118370057e+09,'play 2');
INSERT INTO "log" VALUES('tedt7bwhvbaw',3,1,'C@31','',1.7947244703098208904e+09,'bot:3');
INSERT INTO "log" VALUES('tedt7bwhvbaw',4,0,'S@8','',1.79472447032511043555e+09,'play 4');
INSERT INTO "log" VALUES('tedt7bwhvbaw',5,1,'D@28','',1.79472447033299708366e+09,'bot:5');
INSERT INTO "log" VALUES('tedt7bwhvbaw',6,0,'D@18','',1.7947244703391213417e+09,'play 6');
INSERT INTO "log" VALUES('tedt7bwhvbaw',7,1,'S@27','',1.79472447034691166877e+09,'bot:7');
INSERT INTO "log" VALUES('tedt7bwhvbaw',8,0,'D@5','',1.79472447035457301134e+09,'play 8');
INSERT INTO "log" VALUES('tedt7bwhvbaw',9,1,'B@3','',1.79472447036179614068e+09,'bot:9');
INSERT INTO "log" VALUES('tedt7bwhvbaw',10,0,'B@17','',1.79472447038066029549e+09,'play 10');
INSERT INTO "log" VALUES('tedt7bwhvbaw',11,1,'B@19','',1.79472447039034843445e+09,'bot:11');
INSERT INTO "log" VALUES('tedt7bwhvbaw',12,0,'I8e.31.Cn','',1.79472447040666532513e+09,'play 12');
INSERT INTO "log" VALUES('tedt7bwhvbaw',13,0,'xJ8n','',1.79472447040666532513e+09,'play 12');
INSERT INTO "log" VALUES('tedt7bwhvbaw',14,0,'*B','',1.79472447040666532513e+09,'play 12');
INSERT INTO "log" VALUES('tedt7bwhvbaw',15,1,'D8n.19.Bn','',1.79472447041686749462e+09,'bot:15');
INSERT INTO "log" VALUES('tedt7bwhvbaw',16,1,'+B@B2','',1.79472447041686749462e+09,'bot:15');
INSERT INTO "log" VALUES('tedt7bwhvbaw',17,1,'xI1e','',1.79472447041686749462e+09,'bot:15');
INSERT INTO "log" VALUES('tedt7bwhvbaw',18,1,'*D','',1.79472447041686749462e+09,'bot:15');
INSERT INTO "log" VALUES('tedt7bwhvbaw',19,0,'B@10','',1.79472447043175315859e+09,'play 19');
INSERT INTO "log" VALUES('tedt7bwhvbaw',20,0,'D1e.27.Se','',1.79472447043175315859e+09,'play 19');
INSERT INTO "log" VALUES('tedt7bwhvbaw',21,0,'xD1s','',1.79472447043175315859e+09,'play 19');
INSERT INTO "log" VALUES('tedt7bwhvbaw',22,0,'*C','',1.79472447043175315859e+09,'play 19');
INSERT INTO "log" VALUES('tedt7bwhvbaw',23,1,'D@27','',1.79472447045430159567e+09,'bot:23');
INSERT INTO "log" VALUES('tedt7bwhvbaw',24,1,'D7n.27.De','',1.79472447045430159567e+09,'bot:23');
INSERT INTO "log" VALUES('tedt7bwhvbaw',25,1,'-','',1.79472447045430159567e+09,'bot:23');
INSERT INTO "log" VALUES('tedt7bwhvbaw',26,0,'C@6','',1.79472447046728777889e+09,'play 26');
INSERT INTO "log" VALUES('tedt7bwhvbaw',27,0,'C1w.28.Ds','',1.79472447046728777889e+09,'play 26');
INSERT INTO "log" VALUES('tedt7bwhvbaw',28,0,'+Dnw@F7','',1.79472447046728777889e+09,'play 26');
INSERT INTO "log" VALUES('tedt7bwhvbaw',29,0,'-','',1.79472447046728777889e+09,'play 26');
INSERT INTO "log" VALUES('tedt7bwhvbaw',30,1,'D8e.31.Dn','',1.79472447047593283656e+09,'bot:30');
INSERT INTO "log" VALUES('tedt7bwhvbaw',31,1,'-','',1.79472447047593283656e+09,'bot:30');
INSERT INTO "log" VALUES('wu6uxkn3er6f',0,0,'S@19','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',1,1,'S@37','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',2,2,'B@7','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',3,0,'B@29','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',4,1,'S@36','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',5,2,'B@28','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',6,0,'C@2','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',7,1,'C@34','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',8,2,'D@32','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',9,0,'D@11','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',10,1,'D@27','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',11,2,'C@5','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',12,0,'E5e.34.Cs','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',13,0,'-','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',14,1,'B2n.2.Cw','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',15,1,'-','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',16,2,'J7s.32.De','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',17,2,'-','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',18,0,'E4n.5.Cw','',1.79472447048541092866e+09,'');
INSERT INTO "log" VALUES('wu6uxkn3er6f',19,0,'-','',1.79472447048541092866e+09,'');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name TEXT NOT NULL, 
	bot TEXT NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('tedt7bwhvbaw',0,'person','Ann','');
INSERT INTO "seats" VALUES('tedt7bwhvbaw',1,'bot','','search:1');
INSERT INTO "seats" VALUES('wu6uxkn3er6f',0,'person','','');
INSERT INTO "seats" VALUES('wu6uxkn3er6f',1,'person','','');
INSERT INTO "seats" VALUES('wu6uxkn3er6f',2,'person','','');
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
	over BOOLEAN NOT NULL, 
	points VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('tedt7bwhvbaw','new','2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-',0,NULL,1.7947244700718123913e+09,1.79472447047593283656e+09,32,0,0,'5-0');
INSERT INTO "tables" VALUES('wu6uxkn3er6f','import','3~E4E5-E4n-E4w-E5s-E5e~B2C2-B2n-B2w-C2s-C2e~J6J7-J6n-J6e-J7s-J7w.s.0d0.88.38.--.oooo-oooo-oooo.-',20,'[Game "Aqua Romana"]
[Format "1"]
[Rules "1"]
[Event "Another layout"]
[Players "3"]
[Layout "E4E5-E4n-E4w-E5s-E5e~B2C2-B2n-B2w-C2s-C2e~J6J7-J6n-J6e-J7s-J7w"]
[Result "*"]

0. S@19 S@37 B@7 B@29 S@36 B@28 C@2 C@34 D@32 D@11 D@27 C@5
1. 0: E5e.34.Cs -
2. 1: B2n.2.Cw -
3. 2: J7s.32.De -
4. 0: E4n.5.Cw -
*
',1.79472447048541092866e+09,1.79472447048541092866e+09,20,1,0,'0-0-0');
CREATE INDEX ix_tables_changed ON tables (changed);
COMMIT;
