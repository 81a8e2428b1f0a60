import { useEffect } from 'react'

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
