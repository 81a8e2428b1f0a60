import { Title } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'

import { useIsPhone } from './use-is-phone.ts'
import classes from './PageSection.module.css'

interface PageSectionProps {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** 'card' has a surface of its own, 'flush' is a card without padding (tables), 'plain' has no surface. */
  look?: 'card' | 'flush' | 'plain'
  titleOrder?: 2 | 3
  /** A phone shows only its title until it is pressed: for what is rarely read. */
  folds?: boolean
  children?: ReactNode
}

/** A titled part of a page, a landmark of its own if it has a title. */
export function PageSection({
  title,
  description,
  actions,
  look = 'card',
  titleOrder = 2,
  folds = false,
  children,
}: PageSectionProps) {
  const id = useId()
  const isFolding = useIsPhone() && folds
  const [isOpen, setOpen] = useState(false)
  const isShown = !isFolding || isOpen
  return (
    <section
      className={classes.section}
      data-look={look}
      data-folded={!isShown || undefined}
      aria-labelledby={title && id}
    >
      {(title || actions) && (
        <div className={classes.head}>
          <div className={classes.words}>
            {title && (
              <Title order={titleOrder} id={id}>
                {isFolding ? (
                  <button
                    type="button"
                    className={classes.fold}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(!isOpen)}
                  >
                    {title}
                  </button>
                ) : (
                  title
                )}
              </Title>
            )}
            {description && isShown && <div className={classes.description}>{description}</div>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {isShown && children}
    </section>
  )
}
