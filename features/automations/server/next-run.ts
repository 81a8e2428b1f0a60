/** When a rule runs next, in its school's time zone, as an ISO instant. */
export async function nextRun(cron: string, timeZone: string, after = new Date()): Promise<string> {
  const { CronExpressionParser } = await import('cron-parser')
  const next = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next()
  return next.toDate().toISOString()
}
