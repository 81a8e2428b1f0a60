/** The result of a trial: whether it passed, and its figures. */
export type Finding = { name: string; holds: boolean; figures: string }

/** Prints a PASS or FAIL line for each finding as it arrives; sets exit code 1 if one failed. */
export async function judge(findings: AsyncIterable<Finding>): Promise<void> {
  for await (const { name, holds, figures } of findings) {
    console.log(`${holds ? 'PASS' : 'FAIL'} ${name}: ${figures}`)
    if (!holds) process.exitCode = 1
  }
}
