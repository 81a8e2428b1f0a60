import { useEffect, useState } from 'react'

/** The instant it is (ISO 8601), every few seconds again. */
export function useNow(everyMs = 10_000): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
