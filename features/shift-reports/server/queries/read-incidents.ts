import { attendanceOfShift } from '#features/attendance/server/public.ts'
import { rosterAsFacility } from '#features/privacy/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Incident } from '../../contract.ts'

/** The incidents on a shift that the caller may read, oldest first, with the seats they concern. */
async function incidentsOf(tx: Tx, shiftId: string) {
  const rows = await tx
    .selectFrom('shift_incidents as i')
    .leftJoin('shift_incident_closings as c', 'c.incident_id', 'i.id')
    .select(['i.id', 'i.kind', 'i.severity', 'i.seats', 'i.narrative', 'i.reported_to', 'i.follow_up_by'])
    .select(['i.created_at', 'c.closed_at', 'c.note as outcome'])
    .where('i.shift_id', '=', shiftId)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute()
  return rows.map(({ kind, severity, ...row }) => ({
    ...row,
    kind: kind as Incident['kind'],
    severity: severity as Incident['severity'],
  }))
}

/** The incidents on a shift with the names of the students, as attendance has them. */
export async function namedIncidents(
  tx: Tx,
  shiftId: string,
  attendance: readonly { id: string; full_name: string }[],
): Promise<Incident[]> {
  const incidents = await incidentsOf(tx, shiftId)
  return incidents.map(({ seats, ...one }) => ({
    ...one,
    students: attendance.filter(({ id }) => seats.includes(id)).map(({ full_name: name }) => name),
  }))
}

/** The incidents on a shift for its school, and the students an incident can be about. */
export async function incidentsOnShift(tx: Tx, shiftId: string) {
  const attendance = (await attendanceOfShift(tx, shiftId)) ?? []
  return {
    incidents: await namedIncidents(tx, shiftId, attendance),
    students: attendance.map(({ id, student_id, full_name }) => ({ id, student_id, full_name })),
  }
}

/**
 * The same for the facility's incident lead: students as its roster shows them, by name if released now, with each name shown in the
 * student's access log. Without incidents, the roster is not read.
 */
export async function incidentsAtFacility(tx: Tx, shiftId: string): Promise<Incident[]> {
  const incidents = await incidentsOf(tx, shiftId)
  const roster = incidents.some(({ seats }) => seats.length > 0) ? await rosterAsFacility(tx, shiftId) : []
  return incidents.map(({ seats, ...one }) => ({
    ...one,
    students: roster.filter(({ assignment_id: id }) => seats.includes(id)).map(({ label }) => label),
  }))
}
