import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { Documentation, MappingStatus } from '../contract.ts'
import { statusLabels } from '../messages.ts'
import { exportCount } from '../rules.ts'
import { OtherPages } from './OtherPages.tsx'
import { NoSchool } from './NoSchool.tsx'
import { mappings } from './queries.ts'

const title = 'Mapping export'

/** /admin/clinical-mapping/csv-export: mappings or coverage as a file for the accreditor (Spec §2). */
export function CsvExportScreen(): ReactNode {
  return useSchoolId() ? <Chosen /> : <NoSchool title={title} actions={<OtherPages except="Export" />} />
}

function Chosen(): ReactNode {
  const query = useQuery({ ...mappings.documentation.queryOptions({ input: {} }), staleTime: 0 })
  return (
    <Page
      title={title}
      width="narrow"
      description="A CSV file with the same columns each time, for your accreditor or a spreadsheet"
      actions={<OtherPages except="Export" />}
      query={query}
      failedTitle="The mapping couldn’t be loaded"
    >
      {(found) => <Choice found={found} />}
    </Page>
  )
}

function Choice({ found }: { found: Documentation }): ReactNode {
  const [what, setWhat] = useState<'mappings' | 'coverage'>('mappings')
  const [status, setStatus] = useState<MappingStatus | ''>('active')
  const [isGaps, setGaps] = useState(false)
  const [hasMark, setMark] = useState(true)
  const rows = exportCount(found, { what, status: status || undefined, isGaps })
  const href = exportHref(
    '/clinical-mappings/export',
    {
      what,
      ...(what === 'mappings' && status && { status }),
      ...(what === 'coverage' && isGaps && { only_gaps: 'yes' }),
      bom: hasMark ? 'yes' : 'no',
    },
    'csv',
  )
  return (
    <PageSection>
      <Stack>
        <Radio.Group label="What" value={what} onChange={(value) => setWhat(value as typeof what)}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="mappings"
              label="Mappings"
              description="One row for each: requirement, facility, hours, status, who decided"
            />
            <Radio
              value="coverage"
              label="Coverage"
              description="One row for each student and area: minimum, credited, scheduled and missing hours"
            />
          </Stack>
        </Radio.Group>
        {what === 'mappings' ? (
          <NativeSelect
            label="Status"
            value={status}
            onChange={({ currentTarget }) => setStatus(currentTarget.value as typeof status)}
            data={[
              { value: '', label: 'All' },
              ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
            ]}
          />
        ) : (
          <Checkbox
            label="Only students with missing hours"
            checked={isGaps}
            onChange={({ currentTarget }) => setGaps(currentTarget.checked)}
          />
        )}
        <Checkbox
          label="For Excel"
          description="Begins with a byte-order mark, so that Excel reads accents. Leave it out for other programs that can’t read it."
          checked={hasMark}
          onChange={({ currentTarget }) => setMark(currentTarget.checked)}
        />
        {rows === 0 ? (
          <>
            <output>
              {what === 'mappings'
                ? 'No mappings with this status yet. Choose another, or decide on proposals first.'
                : 'No rows to export: no active student has required hours that are missing.'}
            </output>
            {what === 'mappings' && (
              <LinkButton variant="default" href="/admin/clinical-mapping/documentation">
                Decide on proposals
              </LinkButton>
            )}
          </>
        ) : (
          <DownloadButton href={href} rows={rows} />
        )}
      </Stack>
    </PageSection>
  )
}

function DownloadButton({ href, rows }: { href: string; rows: number }): ReactNode {
  return (
    <div>
      <PlainButton onClick={() => window.location.assign(href)}>
        {`Download ${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`}
      </PlainButton>
    </div>
  )
}
