import type { ReactNode } from 'react'

type DialogProps = { opened?: boolean; title?: ReactNode; children?: ReactNode }

/** For tests: Mantine’s dialogs and drawers rendered in their place, because a page that is rendered once has no portals. */
const InPlace = ({ opened = true, title, children }: DialogProps): ReactNode =>
  opened && (
    <section>
      {title}
      {children}
    </section>
  )

export { InPlace as Drawer, InPlace as Modal, InPlace as OpenDrawer, InPlace as OpenModal }
