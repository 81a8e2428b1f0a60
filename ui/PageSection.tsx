import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

import classes from './PageSection.module.css'

interface PageSectionProps {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** 'card' stands on its own surface, 'flush' is a card without inner space (tables), 'plain' has none. */
  look?: 'card' | 'flush' | 'plain'
  titleOrder?: 2 | 3
  children?: ReactNode
}

/** A titled part of a page, a landmark of its own when it has a title. */
export function PageSection({
  title,
  description,
  actions,
  look = 'card',
  titleOrder = 2,
  children,
}: PageSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} data-look={look} aria-labelledby={title && id}>
      {(title || actions) && (
        <div className={classes.head}>
          <div className={classes.words}>
            {title && (
              <Title order={titleOrder} id={id}>
                {title}
              </Title>
            )}
            {description && <div className={classes.description}>{description}</div>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
