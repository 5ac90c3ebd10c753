import type { Metric } from './write-metrics.ts'

export function measureProcess(): readonly Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const one = (name: string, kind: Metric['kind'], help: string, value: number): Metric => ({
    name,
    kind,
    help,
    samples: [{ value }],
  })
  return [
    one('process_cpu_seconds_total', 'counter', 'Processor time, of all threads.', (user + system) / 1e6),
    one('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
    one('process_heap_bytes', 'gauge', 'Memory of the objects of the thread that answers.', heapUsed),
    one('process_uptime_seconds', 'gauge', 'How long the process has run.', process.uptime()),
  ]
}
