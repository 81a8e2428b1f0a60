/** What was tried: did it hold, and the figures it is judged by. */
export type Finding = { name: string; holds: boolean; figures: string }

/** Prints one PASS or FAIL line for each finding as it comes; exit code 1 when one failed. */
export async function judge(findings: AsyncIterable<Finding>): Promise<void> {
  for await (const { name, holds, figures } of findings) {
    console.log(`${holds ? 'PASS' : 'FAIL'} ${name}: ${figures}`)
    if (!holds) process.exitCode = 1
  }
}
