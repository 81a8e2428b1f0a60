import { type RunningServer, type ServerOptions, startServer } from '#app/server.ts'
import { demoCanvas } from './demo-canvas.ts'
import { demoPayments } from './demo-payments.ts'

type Options = Pick<ServerOptions, 'config' | 'secrets' | 'objects' | 'databaseUrls' | 'signIns'>

/** Starts the server, and the local Canvas and payments that the demonstration needs; closing it closes these too. */
export async function startProduct(options: Options): Promise<RunningServer> {
  const { config } = options
  const payments = await demoPayments(config)
  const canvas = await demoCanvas(config)
  const server = await startServer({
    ...options,
    config: { ...config, ...payments?.settings, ...canvas?.settings },
  })
  return {
    ...server,
    async close() {
      await server.close()
      await payments?.close()
      await canvas?.close()
    },
  }
}
