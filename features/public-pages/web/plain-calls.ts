import { useEffect, useReducer, useState } from 'react'
import { CallFailed, callPlainly } from '#platform/web/plain-api.ts'

type Answer<Output> = { answer?: Output; failure?: string }

/** Loads what the API returns at an address; `failure` is a message for people, `again` reloads. */
export function useAnswer<Output>(path: `/${string}`): Answer<Output> & { again: () => void } {
  const [state, setState] = useState<Answer<Output>>({})
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    let isGone = false
    void answerOf<Output>(path, asked).then((given) => (isGone ? undefined : setState(given)))
    return () => {
      isGone = true
    }
  }, [path, asked])
  const again = () => {
    setState({})
    ask()
  }
  return { ...state, again }
}

async function answerOf<Output>(path: `/${string}`, _asked: number): Promise<Answer<Output>> {
  return callPlainly<Output>('GET', path).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ failure: refusalOf(error).message }),
  )
}

type Sent<Output> = { answer: Output; refusal?: undefined } | { answer?: undefined; refusal: CallFailed }

/** Sends to an address; resolves with the response or the refusal, which may name fields, and never throws. */
export function useSend<Output>(path: `/${string}`) {
  const [isSending, setSending] = useState(false)
  async function send(input: object): Promise<Sent<Output>> {
    setSending(true)
    const sent = await callPlainly<Output>('POST', path, input).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ refusal: refusalOf(error) }),
    )
    setSending(false)
    return sent
  }
  return { send, isSending }
}

const refusalOf = (error: unknown) =>
  error instanceof CallFailed
    ? error
    : new CallFailed('Something went wrong. Please try again.', 0, undefined)
