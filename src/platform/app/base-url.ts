import type { Region } from '../base/regions.ts'
import type { App } from './app.ts'

/** The public base address of a region, without a slash at its end: as configured, or with the port that the system chose. */
export function baseUrlOf({ config, chosenPorts }: Pick<App, 'config' | 'chosenPorts'>, region: Region): string {
  const configured = config.baseUrls[region]
  const isChosen = config.ports[region] === 0 && configured.endsWith(':0')
  return isChosen ? configured.replace(/0$/, String(chosenPorts.get(region) ?? 0)) : configured
}
