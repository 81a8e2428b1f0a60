import { ActionIcon, Group, Text } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useEffect } from 'react'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'

import classes from './Pager.module.css'

interface PagerProps {
  /** 1-based. */
  page: number
  pageSize: number
  total: number
  onPageChange: (page: number) => void
  /** What is paged: "Semesters". */
  label?: string
  /** There are more rows than the total, which stopped counting. */
  isMore?: boolean
}

/** Which rows are shown out of how many, and buttons to the other pages. */
export function Pager({ page, pageSize, total, onPageChange, label = 'Rows', isMore = false }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  const isFirst = page <= 1
  const isLast = page >= pages
  return (
    <nav className={classes.pager} aria-label={`Pages of ${label.toLowerCase()}`}>
      <Text component="output" size="sm" c="dimmed">
        {formatNumber(from)}–{formatNumber(to)} of {isMore && 'more than '}
        {formatNumber(total)}
      </Text>
      {pages > 1 && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label="First page" disabled={isFirst} onClick={() => onPageChange(1)}>
            <IconChevronsLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Previous page" disabled={isFirst} onClick={() => onPageChange(page - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" px={4}>
            Page {formatNumber(page)} of {formatNumber(pages)}
          </Text>
          <ActionIcon aria-label="Next page" disabled={isLast} onClick={() => onPageChange(page + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Last page" disabled={isLast} onClick={() => onPageChange(pages)}>
            <IconChevronsRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </nav>
  )
}

interface PageShown {
  /** 1-based. */
  page: number
  pageSize: number
  /** Undefined while they load. */
  rows: number | undefined
  /** 0 if it was counted with the rows of a page that has none. */
  total: number | undefined
}

/** The page to show instead of one that has no rows, because its last row was decided or deleted. Undefined if the page can stay. */
export function pageInstead({ page, pageSize, rows, total = 0 }: PageShown): number | undefined {
  if (rows !== 0 || page <= 1) return undefined
  return Math.min(page - 1, Math.max(1, Math.ceil(total / pageSize)))
}

/** Leaves a page of a list that has no rows anymore, because it would say that nothing is left. True until it is left. */
export function useGonePage(
  shown: PageShown,
  onPageChange: (page: number, isGone: boolean) => void,
): boolean {
  const instead = pageInstead(shown)
  useEffect(() => {
    if (instead) onPageChange(instead, true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page that is gone
  }, [instead])
  return instead !== undefined
}
