import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { QrCode } from '#ui/QrCode.tsx'
import classes from './Poster.module.css'

interface PosterProps {
  url: string
  unit: string
  site: string | null
  /** The day and time when its link expires. */
  until: string
}

/** The QR code of a unit's page: small on screen, and the only content when printed. */
export function Poster(props: PosterProps): ReactNode {
  return (
    <>
      <QrCode className={classes.preview} text={props.url} />
      {createPortal(<Sheet {...props} />, document.body)}
    </>
  )
}

function Sheet({ url, unit, site, until }: PosterProps): ReactNode {
  return (
    <section className={classes.sheet} data-poster aria-label="Poster">
      <h1>{`Today on ${unit}`}</h1>
      {site && <p className={classes.site}>{site}</p>}
      <QrCode className={classes.code} text={url} />
      <p className={classes.what}>Scan to see which nursing students come today and tomorrow.</p>
      <p>Schools, numbers, levels, hours, and instructors with phone. No account needed.</p>
      <p className={classes.small}>{`For staff of this unit only. Works until ${until}.`}</p>
      <p className={classes.small}>Placewell</p>
    </section>
  )
}
