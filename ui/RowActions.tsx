import { useLazyPanel } from './lazy-panel.ts'
import type { RowActionsProps } from './row-actions.ts'
import { RowActionsButton } from './RowActionsButton.tsx'

export type { RowAction } from './row-actions.ts'

const load = () => import('./RowActionsPanel.tsx').then((file) => file.RowActionsPanel)

/** The menu at the end of a row; actions that cannot be done say why. A long list has many menus, so each is created when first used. */
export function RowActions<Row>({ row, name, actions }: RowActionsProps<Row>) {
  const { Panel, handlers } = useLazyPanel(load)
  if (actions.length === 0) return null
  if (!Panel) return <RowActionsButton name={name} aria-haspopup="menu" aria-expanded={false} {...handlers} />
  // It passes the row only to these actions.
  return <Panel {...({ row, name, actions } as unknown as RowActionsProps<unknown>)} />
}
