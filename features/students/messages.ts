import { conflict, notFound } from '#core/refusal.ts'

/** Refusals about a student. */
export const studentRefusals = {
  'student.missing': notFound(() => 'We can’t find that student.'),
  'student.number_taken': conflict(() => 'Another student at the school has this student ID.'),
}
