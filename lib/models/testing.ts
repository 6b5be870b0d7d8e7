export { deterministicEmbedder } from './deterministic-embedder'
export { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider, type LoopbackRequest, type LoopbackStep } from './loopback-provider'
