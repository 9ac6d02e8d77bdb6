// Facts of the machine that make figures comparable; nothing that names it.
import { availableParallelism, cpus, totalmem } from 'node:os'

export interface Machine {
  processor: string
  cores: number
  memoryGigabytes: number
  node: string
  system: string
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 1e9),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  }
}

export function renderMachine(machine: Machine): string {
  const { processor, cores, memoryGigabytes, node, system } = machine
  return `${cores} cores (${processor}), ${memoryGigabytes} GB memory, ${system}, Node ${node}`
}
