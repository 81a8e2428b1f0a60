import { Button, Text } from '@mantine/core'
import jsqr from 'jsqr'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './CheckIn.module.css'

const EVERY_MS = 200
/** The width at which frames are read: enough for a screen across a table, and fast on an old phone. */
const WIDTH = 480

type ScanCodeProps = {
  /** Receives what the camera read; returns why it does not count, or undefined if it does. */
  onRead: (text: string) => string | undefined
  onClose: () => void
}

/** Shows the camera until it has read a QR code. Nothing it sees leaves the phone. */
export function ScanCode({ onRead, onClose }: ScanCodeProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  }, [onRead])

  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let isOver = false
    const stop = (): void => {
      isOver = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const look = (canvas: HTMLCanvasElement): void => {
      const text = readFrame(video.current, canvas)
      if (text === undefined) return
      const why = read.current(text)
      setProblem(why)
      if (why === undefined) stop()
    }
    async function start(): Promise<void> {
      try {
        const found = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        stream = found
        if (isOver || !video.current) return stop()
        video.current.srcObject = found
        await video.current.play()
        const canvas = document.createElement('canvas')
        timer = setInterval(() => look(canvas), EVERY_MS)
      } catch (error) {
        if (!isOver) setProblem(cameraProblem(error))
      }
    }
    void start()
    return stop
  }, [])

  return (
    <div className={classes.panel}>
      <video ref={video} className={classes.camera} muted playsInline aria-label="Camera" />
      <Text size="sm" component="output">
        {problem ?? 'Point your camera at the QR code on your instructor’s screen.'}
      </Text>
      <Button type="button" variant="default" onClick={onClose}>
        Close camera
      </Button>
    </div>
  )
}

function readFrame(video: HTMLVideoElement | null, canvas: HTMLCanvasElement): string | undefined {
  if (!video?.videoWidth) return undefined
  canvas.width = WIDTH
  canvas.height = Math.round((video.videoHeight / video.videoWidth) * WIDTH)
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  if (!picture) return undefined
  picture.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { data } = picture.getImageData(0, 0, canvas.width, canvas.height)
  return jsqr(data, canvas.width, canvas.height, { inversionAttempts: 'dontInvert' })?.data || undefined
}

const cameraProblem = (error: unknown): string =>
  (error as Error).name === 'NotAllowedError'
    ? 'The camera is turned off for this site in your browser. Enter the code instead.'
    : 'No camera could be opened. Enter the code instead.'
