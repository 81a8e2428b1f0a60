import { Code, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Access, Viewer } from '#core/access.ts'
import { roleLabels, roles } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { explainAccess, grantsOf, scopes, whoMayOpen } from '../rules.ts'

type HelpSearch = { q?: string | undefined; as?: string | undefined }

const asWhom = [...roles, 'preceptor'] as const

/** Who may do what, and why: drawn from the very table the guard decides by, so that it cannot be out of date. */
export function PermissionsHelpScreen(): ReactNode {
  const me = useMe()
  const own: Viewer = { role: me.role, isPreceptor: me.is_preceptor }
  const place =
    me.role === 'superadmin' ? 'The whole platform' : (me.school_name ?? me.facility_name ?? 'No place yet')
  return (
    <Page
      title="Who may do what"
      description="What you may see and do is what your role, your place and your permissions allow together."
    >
      <PageSection title="You">
        <KeyValue
          items={[
            { label: 'Role: which pages', value: roleLabels[me.role] },
            { label: 'Place: whose records', value: place },
            { label: 'Reaches', value: scopes[me.role] },
            { label: 'Permissions: what else', value: grantsOf(own).join(', ') || 'None besides the role' },
          ]}
        />
      </PageSection>
      <Pages own={own} />
      <PageSection
        title="Whose records each role reaches"
        description="The database itself decides this for every single row, whatever page asks."
      >
        <KeyValue items={roles.map((role) => ({ label: roleLabels[role], value: scopes[role] }))} />
      </PageSection>
      <PageSection title="How it is decided">
        <List spacing="xs">
          <List.Item>
            A page opens if your role, or a permission you hold, is among those it is for. A superadmin passes
            every check.
          </List.Item>
          <List.Item>
            What the page shows is limited to your place: your school, or your facility and what lies below
            it.
          </List.Item>
          <List.Item>
            The preceptor permission is given by a superadmin to a facility admin, facility by facility. It
            ends when the person leaves the role or that part of the hierarchy.
          </List.Item>
          <List.Item>
            A superadmin who acts as another person sees what that person sees, for 30 minutes at most,
            read-only unless chosen otherwise. The trail names both.
          </List.Item>
          <List.Item>
            Changes of role, place and permissions act on the next click, without signing in again.
          </List.Item>
        </List>
      </PageSection>
    </Page>
  )
}

type PageRow = { path: string; title: string; access: Access }

function Pages({ own }: { own: Viewer }): ReactNode {
  const { q = '', ...search } = useSearch({ strict: false }) as HelpSearch
  const as = choiceParam(search.as, asWhom)
  const navigate = useNavigate()
  const onSearch = (change: HelpSearch) =>
    void navigate({
      to: '.',
      search: definedParams({ q: q || undefined, as, ...change }) as never,
      replace: true,
      resetScroll: false,
    })
  const viewer: Viewer = !as
    ? own
    : as === 'preceptor'
      ? { role: 'facility_admin', isPreceptor: true }
      : { role: as, isPreceptor: false }
  const wanted = q.toLowerCase()
  const rows = usePageRows().filter(
    ({ path, title, access }) =>
      !wanted || [path, title, ...whoMayOpen(access)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <PageSection title="Pages" description="Why can I see this, and why not that?" look="plain">
      <Stack gap="md">
        <FilterBar>
          <SearchField
            label="Search pages and roles"
            value={q}
            onChange={(next) => onSearch({ q: next || undefined })}
          />
          <NativeSelect
            aria-label="Explain for"
            value={as ?? ''}
            data={[
              { value: '', label: 'Explain for me' },
              ...roles.map((role) => ({ value: role, label: `Explain for: ${roleLabels[role]}` })),
              { value: 'preceptor', label: 'Explain for: Preceptor' },
            ]}
            onChange={({ currentTarget }) => onSearch({ as: currentTarget.value || undefined })}
          />
        </FilterBar>
        <DataTable
          label="All pages"
          rows={rows}
          columns={columnsFor(viewer)}
          rowKey={({ path }) => path}
          rowLabel={({ title }) => title}
          empty={{ title: 'No page of this name', description: 'Try a part of its address or a role.' }}
        />
      </Stack>
    </PageSection>
  )
}

/** Every signed-in address with the access its guard reads. */
function usePageRows(): PageRow[] {
  const router = useRouter()
  return Object.values(router.routesById)
    .filter(({ id, fullPath }) => id.startsWith('/_app/') && fullPath !== '/')
    .map(({ fullPath, options: { staticData } }) => ({
      path: fullPath.length > 1 ? fullPath.replace(/\/$/, '') : fullPath,
      title: staticData.title ?? titleOfPath(fullPath),
      access: staticData.access,
    }))
    .toSorted((a, b) => a.path.localeCompare(b.path))
}

/** Words for an address without a title: /school/student-progress → "Student progress". */
function titleOfPath(path: string): string {
  const last = path.split('/').findLast((word) => word !== '' && !word.startsWith('$')) ?? 'Home'
  const words = last.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function columnsFor(viewer: Viewer): Column<PageRow>[] {
  return [
    {
      key: 'title',
      title: 'Page',
      render: ({ title, path }) => (
        <>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Code>{path.replaceAll(/\$(\w+)/g, '{$1}')}</Code>
        </>
      ),
    },
    { key: 'who', title: 'Open to', render: ({ access }) => whoMayOpen(access).join(', ') },
    {
      key: 'why',
      title: viewerLabel(viewer),
      render: ({ access }) => {
        const { isAllowed, why } = explainAccess(access, viewer)
        return (
          <>
            <StateBadge state={isAllowed ? 'approved' : 'inactive'} label={isAllowed ? 'Yes' : 'No'} />
            <Text size="sm" mt={2}>
              {why}
            </Text>
          </>
        )
      },
    },
  ]
}

function viewerLabel({ role, isPreceptor }: Viewer): string {
  return isPreceptor && role === 'facility_admin' ? 'Preceptor' : roleLabels[role]
}
