import { Button } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSetSearch } from '#platform/web/set-search.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { HierarchyView } from './HierarchyView.tsx'

/** /admin/facility-hierarchy: every organization, site and unit as one tree (Spec §2). */
export function HierarchyScreen(): ReactNode {
  const search = useSearch({ from: '/_app/admin/facility-hierarchy' })
  const setSearch = useSetSearch()
  return (
    <Page
      title="Facility hierarchy"
      description="Organizations, their sites, and the units where students work."
      width="wide"
      actions={
        <>
          <Button
            component="a"
            href={`/api/facilities/tree/export${search.archived === 'yes' ? '?archived=true' : ''}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export CSV
          </Button>
          <LinkButton href="/admin/organizations/create" leftSection={<IconPlus size={18} aria-hidden />}>
            New organization
          </LinkButton>
        </>
      }
    >
      <HierarchyView search={search} onSearch={(change) => setSearch({ ...search, ...change })} />
    </Page>
  )
}
