type Reached = { rows: readonly { id: string }[] }

/**
 * Sends the rows of a command that stops when its time is over (decision 216) again until all were reached, and returns how many were.
 * Throws if the first call fails and nothing was done; a later failure leaves the remaining rows unchanged.
 */
export async function retryUntilAllReached<Row extends { id: string }>(
  input: { rows: Row[] },
  send: (input: { rows: Row[] }) => Promise<Reached>,
): Promise<number> {
  let rest = input.rows
  let answer: Reached | null = await send(input)
  while (answer && answer.rows.length > 0) {
    const done = new Set(answer.rows.map(({ id }) => id))
    rest = rest.filter(({ id }) => !done.has(id))
    if (rest.length === 0) break
    answer = await send({ rows: rest }).catch(() => null)
  }
  return input.rows.length - rest.length
}
