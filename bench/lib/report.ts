import { cpus, totalmem } from 'node:os'
import { formatNumber } from '#core/number-text.ts'
import type { Load, Times } from './load.ts'

export type Row = {
  id: string
  what: string
  load?: Load
  /** Milliseconds; without the 95th percentile for few samples. */
  times?: Pick<Times, 'p50' | 'p99'> & Partial<Times>
  /** The ratio to the peer's rate. */
  against?: Record<string, number>
  /** Whether the response is correct, while it is fast. */
  probe?: boolean
  note?: string
}

/** Prints the measurements as a table for bench/README.md; exits with 1 after a failed probe or an error in a load. */
export function report(options: { title: string; size: Record<string, number>; rows: readonly Row[] }): void {
  const { title, size, rows } = options
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  console.log(`\n### ${title}\n`)
  console.log(
    `${new Date().toISOString().slice(0, 10)} · ${machine} · ${Object.entries(size)
      .map(([name, count]) => `${formatNumber(count)} ${name}`)
      .join(', ')}\n`,
  )
  console.log('| | what | per second | p50 ms | p95 ms | p99 ms | |\n|---|---|--:|--:|--:|--:|---|')
  for (const { id, what, load, times, against, probe, note } of rows) {
    const { p50, p95, p99 } = load ?? times ?? {}
    const remarks = [
      ...Object.entries(against ?? {}).map(([peer, ratio]) => `${ratio.toFixed(2)} × ${peer}`),
      ...(load && load.errors > 0 ? [`${load.errors} errors`] : []),
      ...(probe === undefined ? [] : [probe ? 'holds' : 'FAILS']),
      ...(note ? [note] : []),
    ]
    console.log(
      `| ${id} | ${what} | ${load ? formatNumber(Math.round(load.perSecond)) : ''} | ${[p50, p95, p99].map((time) => time?.toFixed(1) ?? '').join(' | ')} | ${remarks.join('; ')} |`,
    )
  }
  if (rows.some(({ probe, load }) => probe === false || (load && load.errors > 0))) process.exitCode = 1
}
