import { Drawer as PlainDrawer, type DrawerProps as PlainDrawerProps } from '@mantine/core'

import { useFocusBack } from './focus-back.ts'
import { type Leaving, useLeaving } from './leaving.ts'

export type DrawerProps = PlainDrawerProps & Leaving

/** A drawer; what was typed in it is not lost without asking. */
export function Drawer({ isTyped, ...props }: DrawerProps) {
  return <PlainDrawer {...props} {...useLeaving(props, isTyped)} />
}

/** A drawer for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenDrawer(props: Omit<DrawerProps, 'opened'>) {
  useFocusBack()
  return <Drawer opened {...props} />
}
