import type { Tx } from '#platform/server/db.ts'

/** Saves a student's emergency contact; row-level security lets only the student write their row. */
export async function setEmergencyContact(tx: Tx, student: string, contact: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ emergency_contact: contact?.trim() || null })
    .where('id', '=', student)
    .where('role', '=', 'student')
    .execute()
}
