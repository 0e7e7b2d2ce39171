import type { App } from './app.ts'
import type { Config } from './config.ts'

/** Answers what has an app told to the collector of traces that is set. Where none is, nothing of it is loaded and the app is as it was. */
export async function loadTraces({ traces }: Config): Promise<(app: App) => App> {
  if (traces === undefined) return (app) => app
  const [{ openTraces }, { traceApp }] = await Promise.all([
    import('../adapters/traces/open-traces.ts'),
    import('./trace-app.ts'),
  ])
  return (app) => traceApp(app, openTraces(traces, app.log))
}
