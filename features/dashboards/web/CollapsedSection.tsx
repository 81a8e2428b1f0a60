import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import classes from './CollapsedSection.module.css'

/** A section that is collapsed below the work; its code and data are loaded when opened. */
export function CollapsedSection({ title, Content }: { title: string; Content: ComponentType }): ReactNode {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={classes.folded} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {wasOpened && (
        <Suspense fallback={<Skeletons shape="form" count={3} />}>
          <Content />
        </Suspense>
      )}
    </details>
  )
}
