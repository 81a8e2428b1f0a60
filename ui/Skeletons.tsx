import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './Skeletons.module.css'

interface SkeletonsProps {
  /** The shape of what is loading. */
  shape?: 'text' | 'table' | 'cards' | 'form'
  count?: number
}

/** Gray shapes in place of what is loading; read aloud as "Loading". After ten seconds they say that it takes long. */
export function Skeletons({ shape = 'text', count }: SkeletonsProps) {
  return (
    <output className={classes.root}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden className={classes[shape]}>
        {repeat(count ?? defaults[shape], drawings[shape])}
      </div>
      <p className={classes.slow}>Still loading. Your connection may be slow.</p>
    </output>
  )
}

const defaults = { text: 4, table: 6, cards: 4, form: 4 }
const widths = ['96%', '82%', '90%', '58%']

const drawings: Record<keyof typeof defaults, (index: number) => ReactNode> = {
  text: (index) => <Skeleton key={index} height={12} width={widths[index % widths.length] ?? '90%'} />,
  table: (index) => <Skeleton key={index} height={40} radius="sm" />,
  cards: (index) => <Skeleton key={index} height={104} radius="lg" />,
  form: (index) => (
    <div key={index}>
      <Skeleton height={10} width={120} mb={8} />
      <Skeleton height={36} />
    </div>
  ),
}

const repeat = (count: number, draw: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => draw(index))
