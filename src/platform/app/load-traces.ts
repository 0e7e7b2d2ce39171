import type { App } from './app.ts'
import type { Config } from './config.ts'

/**
 * Returns a function that adds traces to an app. Without a configured collector it loads nothing and the function
 * returns the app as it is.
 */
export async function loadTraces({ traces }: Config): Promise<(app: App) => App> {
  if (traces === undefined) return (app) => app
  const [{ openTraces }, { traceApp }] = await Promise.all([
    import('../adapters/traces/open-traces.ts'),
    import('./trace-app.ts'),
  ])
  return (app) => traceApp(app, openTraces(traces, app.log))
}
