import { type Logger, pino } from 'pino'
import { isOfOutage } from '../db/outage.ts'

export type Log = Logger

/**
 * Opens the log of a process that shares its standard output with others. It writes pieces of at most 4 KB, which a
 * pipe takes whole, so that lines of several processes do not mix.
 */
export function openSharedLog(level: string, process: number | 'first'): Log {
  return openLog(level, openOutput({ minLength: 2_048, maxWrite: 4_096 })).child({ process })
}

/** Opens a structured log, one JSON object a line. It must not have headers, keys, codes or cards; people have ids. */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A database error's detail repeats the row's values, which may be personal; its code and message do not.
    serializers: {
      err: (error) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack }),
    },
    hooks: {
      // A lost database is logged once, and not by every request and round that meets it.
      logMethod(args, log) {
        const { err } = Object(args[0]) as { err?: unknown }
        if (!isOfOutage(err) || this.isLevelEnabled('debug')) log.apply(this, args)
      },
    },
    redact: { paths: ['authorization', '*.authorization', 'key', '*.key'], censor: '[hidden]' },
  }
  return pino(options, destination ?? openOutput({ minLength: 4_096 }))
}

interface OutputSizes {
  readonly minLength: number
  readonly maxWrite?: number
}

/**
 * Opens standard output for lines in batches, so that a request does not wait for its line. At the end of the process
 * all are written; what a reader that has gone or stands still does not take within five seconds is dropped.
 */
function openOutput(sizes: OutputSizes): pino.DestinationStream {
  const output = pino.destination({ ...sizes, ...{ dest: 1, sync: false, periodicFlush: 200, maxWriteRetries: 50 } })
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    try {
      flush()
    } catch (error) {
      if (!isOfReader(error)) throw error
    }
  }
  return output
}

function isOfReader(error: unknown): boolean {
  return ['EPIPE', 'EAGAIN', 'EBUSY'].includes(String(Object(error).code))
}
