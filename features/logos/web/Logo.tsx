import type { ReactNode } from 'react'
import classes from './Logo.module.css'
import { useLogos } from './queries.ts'

/**
 * The logo of a school or organization next to its title; renders nothing without one. It needs no alt text, because the name is next to
 * it.
 */
export function TitleLogo({ ownerId }: { ownerId: string | undefined }): ReactNode {
  const src = useLogos(ownerId ? [ownerId] : []).get(ownerId ?? '')
  return src && <img className={classes.logo} data-large src={src} alt="" width={44} height={44} />
}

/** A name in a list, preceded by its logo if there is one. */
export function NameWithLogo({ src, name }: { src: string | undefined; name: string }): ReactNode {
  if (!src) return name
  return (
    <span className={classes.named}>
      <img className={classes.logo} src={src} alt="" width={28} height={28} loading="lazy" />
      {name}
    </span>
  )
}
