import { Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'
import { useIsReturning } from './Link.tsx'
import { Loaded, type LoadedProps } from './Loaded.tsx'
import classes from './Page.module.css'

interface Heading {
  title: string
  description?: ReactNode
  /** The path to the page, the first page first, without this page. */
  breadcrumbs?: readonly Crumb[]
  /** Buttons; the main one last. A phone shows that one, and a button that opens the others. */
  actions?: ReactNode
  /** Before the title: a logo. */
  mark?: ReactNode
  /** Next to the title: a StateBadge. */
  badge?: ReactNode
  /** Tabs or filters below the heading, rendered in every state. */
  toolbar?: ReactNode
  /** Other views of the page, on the line of the title; on a phone below it. */
  views?: ReactNode
  /** Every button but the main one is folded on wide screens too. */
  hasFoldedActions?: boolean
  /** 'narrow' for forms and reading (720 px), 'wide' for tables (no limit). */
  width?: 'narrow' | 'normal' | 'wide'
}

type PageProps<Data> = Heading & ({ query?: undefined; children?: ReactNode } | LoadedProps<Data>)

/**
 * A page: title, breadcrumbs, actions, and the content in the state of its query. Also sets the title of the browser tab. The heading is
 * rendered at once after a click, and the rest in the next frame.
 */
export function Page<Data>(props: PageProps<Data>) {
  const { title, description, breadcrumbs, actions, mark, badge, toolbar, width = 'normal' } = props
  const { views, hasFoldedActions = false } = props
  // After Back or Forward the page is rendered completely, because the scroll position must exist.
  const isBelow = useDeferredValue(true, useIsReturning())
  return (
    <div className={classes.page} data-width={width}>
      <title>{`${title} · Placewell`}</title>
      <header className={classes.header} data-page-heading>
        {breadcrumbs && breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
        <div className={classes.line}>
          <div className={classes.heading}>
            <div className={classes.title}>
              {mark}
              <Title order={1}>{title}</Title>
              {badge}
            </div>
            {description && <div className={classes.description}>{description}</div>}
          </div>
          {views && <div className={classes.views}>{views}</div>}
          {actions && <Actions isFolded={hasFoldedActions}>{actions}</Actions>}
        </div>
        {toolbar}
      </header>
      {isBelow && (props.query ? <Loaded {...props} /> : props.children)}
    </div>
  )
}

function Actions({ children, isFolded }: { children: ReactNode; isFolded: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.actions} data-folded={!isOpen} data-always={isFolded || undefined}>
      {children}
      <button
        type="button"
        className={classes.more}
        aria-label="More actions"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={20} aria-hidden />
      </button>
    </div>
  )
}
