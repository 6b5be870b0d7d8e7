export { deterministicEmbedder } from './deterministic-embedder'
export { startLoopbackProvider, type LoopbackBehaviour, type LoopbackProvider, type LoopbackRequest } from './loopback-provider'
