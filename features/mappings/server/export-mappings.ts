import { todayIn } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import type { ActorContext, RequestContext } from '#platform/server/guard.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import type { MappingStatus } from '../contract.ts'
import { mappingRefusals } from '../messages.ts'
import { coverageColumns, mappingColumns } from './export-columns.ts'
import { loadCoverage, mappingsOfSchool } from './queries/get-documentation.ts'
import { requestedSchoolOrOwn } from './queries/list-areas.ts'

type Asked = {
  school_id?: string | undefined
  what: 'mappings' | 'coverage'
  status?: MappingStatus | undefined
  only_gaps: 'yes' | 'no'
  bom: 'yes' | 'no'
}

/** The mappings of a school, or the coverage of its students, as CSV. */
export async function exportMappings(
  context: RequestContext & Pick<ActorContext, 'act'>,
  { school_id: named, what, status, only_gaps, bom }: Asked,
) {
  const school = await context.act((tx) => requestedSchoolOrOwn(tx, named))
  if (!school) return refuse(mappingRefusals, refusal('mapping.no_school'))
  const zone = await context.act((tx) => ownZone(tx, school))
  const common = { context, day: todayIn(zone), format: 'csv' as const, hasMark: bom === 'yes' }
  if (what === 'mappings') {
    const rows = await context.act((tx) => mappingsOfSchool(tx, school))
    const found = rows.filter((row) => status === undefined || row.status === status)
    return exportAnswer({
      ...common,
      subject: 'clinical-mapping',
      columns: mappingColumns(zone),
      rows: once(found),
    })
  }
  const rows = await context.act((tx) => loadCoverage(tx, school))
  const found = rows.filter((row) => only_gaps === 'no' || row.status === 'gap')
  return exportAnswer({
    ...common,
    subject: 'clinical-coverage',
    columns: coverageColumns,
    rows: once(found),
  })
}

const once = <Row>(rows: readonly Row[]) => rowsOfPages<Row>(async (after) => (after ? [] : rows))
