"""Generated memories with labelled questions: how well does a search find what holds, and say what does not?

`chronicle.make_memory` writes a git repository of notes out of a seed and returns the questions about it;
`queries` has their types, `world` the subjects, `stories` (with `absent`, `volatile`, `plain`) what becomes
of each fact, `surroundings` everything else that people do to notes. `show` prints some for reading. The
truth is kept by construction: every line is an object that is followed through edits, strikes, moves and
deletions, and tests hold the labels against what git alone says about the repository.

How facts are written first, by notes: `- Key: value` 28 %, `- **Key:** value` 20 %, table row 16 %, sentences
15 % (two in five with their key, the others without), list items in free words, some with parentheses, 14 %,
a heading as key 7 %. The shares follow those seen in real notes of agents and people (`key:` items and bold
keys most, then sentences and rows). A later entry tells the new value by "is now" or "changed to" (35 %), by
the key again (25 %), with the old value beside it, as `(was …)`, `UPDATE` or an arrow (25 %), or in the
middle of a paragraph about other things (15 %); all that without the key, or with another word for it, is a
family of its own, because a third of all changes in real notes are told so. Entries go to daily notes, weekly
notes and dated logs. Lines are overwritten, struck in four ways, copied to lists and tables, moved from an
inbox, archived, reformatted, imported in bulk, deleted alone or with their note, contradicted on branches
that merge cleanly; clocks are wrong now and then. Days have small talk that names subjects and keys.

What a sceptic may say:

- *You wrote the corpus and the ranker.* Yes. So no sentence was chosen by what gitmem reads: about four
  facts of ten have no key in words of their own line that its reader of claims could take for one (free
  sentences, rows, headings), and "superseded in other words" and "absence: only its words" are families that
  it is not made for; they stand in the table.
- *You tuned on it.* Seeds below 100 are for tuning, those from 100 on for reports (`queries`). The halves
  have different sentences, questions, paraphrases and news, so wording is held out and not only chance.
- *A family may exist for you alone.* Lookup, paraphrase, CJK and identifiers need no notion of time; systems
  without one are not judged by flags that they cannot set, and results are given by family.
- *Invented names are easy.* People share given and family names, places their kinds and names; every kind of
  fact is recorded for dozens of subjects, and entries mention a subject and a key without any value.
- *Absence is easy when a word is unknown.* That is one family; in another all words of a question are known.
- *Are the labels right?* tests/test_bench_quality.py checks them with git and a stemmer, at a small size;
  nothing of gitmem but its word stemmer takes part.
- *What is missing?* Facts in front matter, attachments, links between notes, several languages in one note
  beyond a few Latin words, long essays, and questions that need two facts.
"""
