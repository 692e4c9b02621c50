"""Lessons: guided games as data. The rules stay in `rules`; a lesson only narrows what may be chosen."""

from aquaromana.lessons.check import Fault, faults
from aquaromana.lessons.errors import LessonError
from aquaromana.lessons.lesson import LANGUAGES, Lesson, Step, Words
from aquaromana.lessons.progress import LEARNER, Progress
from aquaromana.lessons.reader import lesson, lesson_ids, read_lesson

__all__ = [
    "LANGUAGES",
    "LEARNER",
    "Fault",
    "Lesson",
    "LessonError",
    "Progress",
    "Step",
    "Words",
    "faults",
    "lesson",
    "lesson_ids",
    "read_lesson",
]
