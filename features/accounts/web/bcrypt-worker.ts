import { hashSync } from 'bcryptjs'

onmessage = ({ data }: MessageEvent<{ pre: string; setting: string }>) => {
  postMessage(hashSync(data.pre, data.setting))
}
