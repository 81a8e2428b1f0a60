import type { Tx } from '#platform/server/db.ts'

/** Saves whom to call when something happens to this student: their own row, which row-level security lets no one else write. */
export async function setEmergencyContact(tx: Tx, student: string, contact: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ emergency_contact: contact?.trim() || null })
    .where('id', '=', student)
    .where('role', '=', 'student')
    .execute()
}
