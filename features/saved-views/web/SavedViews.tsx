import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconPin,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link, useIsReturning, useNavigateTo } from '#ui/Link.tsx'
import { addressOf, everythingOf, filtersOf } from '../rules.ts'
import { savedViews } from './queries.ts'

const SaveViewDialog = lazyDialog(() => import('./SaveViewDialog.tsx').then((file) => file.SaveViewDialog), {
  opened: false,
})
const ManageViewsDialog = lazyDialog(
  () => import('./ManageViewsDialog.tsx').then((file) => file.ManageViewsDialog),
  { opened: false },
)

/**
 * The saved filters of the current list page: choose one, save the current ones, rename, remove, set the default. Takes everything from the
 * address.
 */
export function SavedViews(): ReactNode {
  const { pathname: page, searchStr } = useLocation()
  const { data } = useQuery(savedViews.list.queryOptions())
  const [open, setOpen] = useState<'save' | 'manage'>()
  const all = data ?? []
  const views = all.filter((view) => view.page === page)
  const filters = filtersOf(searchStr)
  const current = filters ? views.find((view) => filtersOf(view.search) === filters) : undefined
  useDefaultView(data && (views.find((view) => view.is_default)?.search ?? ''), { page, searchStr })
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            disabled={!data}
            leftSection={<IconBookmark size={18} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {current?.name ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length > 0 && (
            <>
              <Menu.Label>Saved views</Menu.Label>
              {views.map((view) => (
                <Menu.Item
                  key={view.id}
                  component={Link}
                  href={addressOf(view)}
                  aria-current={view === current || undefined}
                  leftSection={
                    view === current ? (
                      <IconCheck size={16} aria-hidden />
                    ) : (
                      <span style={{ width: 16, display: 'block' }} />
                    )
                  }
                  rightSection={view.is_default && <IconPin size={14} aria-label="Opens first" />}
                >
                  {view.name}
                </Menu.Item>
              ))}
              <Menu.Item
                component={Link}
                href={everythingOf(page, searchStr)}
                leftSection={<span style={{ width: 16, display: 'block' }} />}
              >
                Everything
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!filters || current !== undefined}
            onClick={() => setOpen('save')}
          >
            {current
              ? 'These filters are saved'
              : filters
                ? 'Save these filters…'
                : 'Set a filter to save it'}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setOpen('manage')}>
              Manage views…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveViewDialog
        opened={open === 'save'}
        views={all}
        page={page}
        search={filters}
        onClose={() => setOpen(undefined)}
      />
      <ManageViewsDialog
        opened={open === 'manage'}
        views={views}
        all={all}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

/** Opens the page with its default view: once, on a new visit without filters in the address. */
function useDefaultView(
  search: string | undefined,
  { page, searchStr }: { page: string; searchStr: string },
): void {
  const navigate = useNavigateTo()
  const isReturning = useIsReturning()
  const decidedFor = useRef<string>(undefined)
  useEffect(() => {
    if (search === undefined || decidedFor.current === page) return
    decidedFor.current = page
    if (search && !searchStr && !isReturning) navigate(addressOf({ page, search }))
  }, [search, page, searchStr, isReturning, navigate])
}
