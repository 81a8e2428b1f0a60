import { conflict, notFound } from '#core/refusal.ts'

/** Why something about a student is refused. */
export const studentRefusals = {
  'student.missing': notFound(() => 'We can’t find that student.'),
  'student.number_taken': conflict(() => 'Another student of the school has this student ID.'),
}
