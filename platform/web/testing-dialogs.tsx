import type { ReactNode } from 'react'

type DialogProps = { opened?: boolean; title?: ReactNode; children?: ReactNode }

/** For tests: Mantine’s dialogs and drawers without a portal, because a page that is rendered once has none. */
const Inline = ({ opened = true, title, children }: DialogProps): ReactNode =>
  opened && (
    <section>
      {title}
      {children}
    </section>
  )

export { Inline as Drawer, Inline as Modal, Inline as OpenDrawer, Inline as OpenModal }
