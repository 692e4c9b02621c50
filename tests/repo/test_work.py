"""Long work that can be resumed: it goes on where it stopped, and other code starts over."""

from pathlib import Path

import pytest

from benchmarks._work import Job, Results, WorkFile, fingerprint


def twice(job: Job) -> dict[str, int]:
    task, text = job
    return {"made": 2 * int(task[1]) + len(text)}


def test_work_that_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "work.jsonl"
    first: list[Job] = [(("double", 1), ""), (("double", 2), "ab")]
    assert WorkFile(file, "a").done(twice, first, 1) == {("double", 1): {"made": 2}, ("double", 2): {"made": 6}}
    file.write_bytes(file.read_bytes()[:-3])
    asked: list[Job] = []

    def noted(job: Job) -> dict[str, int]:
        asked.append(job)
        return twice(job)

    again = WorkFile(file, "a").done(noted, [*first, (("double", 3), "")], 1)
    assert asked == [first[1], (("double", 3), "")], "what was cut off is done again, and nothing else"
    assert again["double", 2] == {"made": 6}
    assert WorkFile(file, "a").done(noted, first, 1) == {task: again[task] for task, _ in first}
    assert len(asked) == 2
    WorkFile(file, "b").done(noted, first[:1], 1)
    assert asked[2:] == first[:1], "other code makes results of its own"


def stopped(job: Job) -> dict[str, int]:
    if job[0][1] == 2:
        raise KeyboardInterrupt
    return twice(job)


@pytest.mark.slow
def test_what_other_processes_have_done_is_kept_when_one_stops(tmp_path: Path) -> None:
    file, counts = tmp_path / "work.jsonl", list[int]()
    jobs: list[Job] = [(("double", number), "") for number in range(3)]

    def tell(found: Results, total: int) -> None:
        assert total == 3
        counts.append(len(found))

    with pytest.raises(KeyboardInterrupt):
        WorkFile(file, "a").done(stopped, jobs, 2, tell)
    before = max(counts)
    counts.clear()
    assert len(WorkFile(file, "a").done(twice, jobs, 1, tell)) == 3
    assert counts == list(range(before, 4)), "only what was missing is done"


def test_a_result_that_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "work.jsonl"
    with pytest.raises(TypeError):
        WorkFile(file, "a").done(lambda _: {"made": object()}, [(("double", 1), "")], 1)
    assert not file.exists()


def test_other_sources_have_another_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("1", "utf-8")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "one.py").write_text("2", "utf-8")
    assert fingerprint(tmp_path) != before
