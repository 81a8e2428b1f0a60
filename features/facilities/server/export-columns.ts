import { toCsv } from '#core/csv.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { OrganizationRow } from '../contract.ts'
import { kindLabels, organizationTypeLabels } from '../rules.ts'
import type { TreeLine } from './queries/read-tree.ts'

/** The list of organizations as CSV. */
export const csvOfOrganizations = (rows: readonly OrganizationRow[]): string =>
  toCsv(
    ['Name', 'Type', 'Part of', 'City', 'State', 'Status', 'Sites', 'Units', 'Web address name'],
    rows.map((row) => [
      row.name,
      organizationTypeLabels[row.organization_type],
      row.parent_name,
      row.city,
      row.state,
      row.status,
      row.site_count,
      row.unit_count,
      row.slug,
    ]),
  )

/** The columns of the exported hierarchy. */
export const treeColumns: readonly ExportColumn<TreeLine>[] = [
  { header: 'Kind', value: ({ kind }) => kindLabels[kind] },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Below', value: ({ path }) => path },
  { header: 'Status', value: ({ status }) => status },
  { header: 'City', value: ({ city }) => city },
  { header: 'State', value: ({ state }) => state },
  { header: 'Time zone', value: ({ time_zone }) => time_zone },
  { header: 'Id', value: ({ id }) => id },
]
