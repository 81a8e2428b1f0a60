import type { ComponentProps, ReactNode } from 'react'
import { Page } from '#ui/Page.tsx'
import { List, type ListProps } from './List.tsx'

type Heading = Pick<
  ComponentProps<typeof Page>,
  'title' | 'description' | 'breadcrumbs' | 'badge' | 'toolbar' | 'mark'
>

export interface ListPageProps<Row extends object, Filter extends object>
  extends Heading, ListProps<Row, Filter> {
  /** Buttons of the page; the main one last. */
  buttons?: ReactNode
  /** Shown before the list: what needs an answer first. */
  above?: ReactNode
  /** After the list. */
  children?: ReactNode
}

/** A page that is a list: its heading, and everything that `List` provides. */
export function ListPage<Row extends object, Filter extends object>({
  title,
  description,
  breadcrumbs,
  badge,
  toolbar,
  mark,
  buttons,
  above,
  children,
  ...list
}: ListPageProps<Row, Filter>): ReactNode {
  return (
    <Page
      {...{ title, description, breadcrumbs, badge, toolbar, mark }}
      width="wide"
      {...(buttons !== undefined && { actions: buttons })}
    >
      {above}
      <List {...list} />
      {children}
    </Page>
  )
}
