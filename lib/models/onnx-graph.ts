import { bytesField, floatField, integerField, messageField } from './protobuf-writer'
import { toSinglePrecision, type HalfTensor } from './safetensors'

/** Part of the cached file's name; raise it whenever the graph below changes. */
export const graphVersion = 1

const layers = 6
const heads = 12
const layerNormEpsilon = 1e-12
/** Positions beyond this are never used: longer texts are truncated. */
const maxTokens = 256

// Numbers from onnx.proto: tensor element types and attribute types.
const float32 = 1
const int32 = 6
const int64 = 7
const float16 = 10
const attributeFloat = 1
const attributeInteger = 2

type Attribute = { readonly name: string } & ({ readonly integer: number } | { readonly float: number })

function attribute(given: Attribute): Buffer {
  const value = 'integer' in given
    ? [integerField(3, given.integer), integerField(20, attributeInteger)]
    : [floatField(2, given.float), integerField(20, attributeFloat)]
  return messageField(5, [bytesField(1, given.name), ...value])
}

function node(op: string, inputs: readonly string[], output: string, attributes: readonly Attribute[] = [], domain = ''): Buffer {
  return messageField(1, [
    ...inputs.map((input) => bytesField(1, input)),
    bytesField(2, output),
    bytesField(3, `${op}:${output}`),
    bytesField(4, op),
    ...attributes.map(attribute),
    bytesField(7, domain),
  ])
}

const fusedNode = (op: string, inputs: readonly string[], output: string, attributes: readonly Attribute[] = []) =>
  node(op, inputs, output, attributes, 'com.microsoft')

function initializer(name: string, shape: readonly number[], elementType: number, data: Float32Array | Uint16Array | BigInt64Array): Buffer {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return messageField(5, [
    ...shape.map((length) => integerField(1, length)),
    integerField(2, elementType),
    bytesField(8, name),
    bytesField(9, bytes),
  ])
}

function valueInfo(field: number, name: string, elementType: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((length) => messageField(1, [typeof length === 'number' ? integerField(1, length) : bytesField(2, length)]))
  const tensorType = messageField(1, [integerField(1, elementType), messageField(2, dimensions)])
  return messageField(field, [bytesField(1, name), messageField(2, [tensorType])])
}

/** Columns of several [out, in] weight matrices side by side, as the [in, out × n] matrix that a MatMul multiplies by. */
function transposeAndJoin(matrices: readonly Float32Array[], outputs: number, inputs: number): Float32Array<ArrayBuffer> {
  const width = outputs * matrices.length
  const joined = new Float32Array(inputs * width)
  matrices.forEach((matrix, which) => {
    for (let output = 0; output < outputs; output += 1) {
      for (let input = 0; input < inputs; input += 1) {
        joined[input * width + which * outputs + output] = matrix[output * inputs + input] ?? NaN
      }
    }
  })
  return joined
}

/**
 * The ONNX file of all-MiniLM-L6-v2 for `input_ids` and `attention_mask` (int32, [batch, tokens]), whose output `vectors`
 * ([batch, 384]) is the unit-length mean of the last hidden states. Throws when a tensor is missing.
 */
export function buildOnnxGraph(tensors: ReadonlyMap<string, HalfTensor>): Buffer {
  const take = (name: string) => {
    const tensor = tensors.get(name)
    if (tensor === undefined) throw new Error(`The weights hold no tensor ${name}.`)
    return { ...tensor, values: toSinglePrecision(tensor.bits) }
  }
  const initializers: Buffer[] = []
  const nodes: Buffer[] = []
  const weight = (name: string, shape: readonly number[], values: Float32Array): string => {
    initializers.push(initializer(name, shape, float32, values))
    return name
  }
  const vector = (name: string): string => {
    const { shape, values } = take(name)
    return weight(name, shape, values)
  }
  const matrix = (names: readonly string[], name: string): string => {
    const parts = names.map(take)
    const [outputs = 0, inputs = 0] = parts[0]?.shape ?? []
    return weight(name, [inputs, outputs * parts.length], transposeAndJoin(parts.map((part) => part.values), outputs, inputs))
  }

  const words = take('embeddings.word_embeddings.weight')
  const hiddenSize = words.shape[1] ?? 0
  // The vocabulary is half of the model: it stays in half precision and only the rows looked up are widened.
  initializers.push(initializer('words', words.shape, float16, words.bits))
  const positions = take('embeddings.position_embeddings.weight').values
  // Only single texts are embedded, so the first segment's vector is the same for every token.
  const segment = take('embeddings.token_type_embeddings.weight').values
  const placed = positions.slice(0, maxTokens * hiddenSize).map((value, index) => value + (segment[index % hiddenSize] ?? NaN))
  weight('positions', [maxTokens, hiddenSize], placed)
  initializers.push(initializer('zero', [1], int64, BigInt64Array.of(0n)), initializer('one', [1], int64, BigInt64Array.of(1n)))

  const epsilon: Attribute = { name: 'epsilon', float: layerNormEpsilon }
  const embeddingNorm = [vector('embeddings.LayerNorm.weight'), vector('embeddings.LayerNorm.bias')]
  nodes.push(
    node('Gather', ['words', 'input_ids'], 'word_halves'),
    node('Cast', ['word_halves'], 'word_vectors', [{ name: 'to', integer: float32 }]),
    node('Shape', ['input_ids'], 'token_count', [{ name: 'start', integer: 1 }, { name: 'end', integer: 2 }]),
    node('Slice', ['positions', 'zero', 'token_count', 'zero'], 'position_vectors'),
    node('Add', ['word_vectors', 'position_vectors'], 'embedded'),
    node('LayerNormalization', ['embedded', ...embeddingNorm], 'hidden_0', [epsilon]),
  )
  const skipNormalize = (inputs: readonly string[], output: string) => fusedNode('SkipLayerNormalization', inputs, output, [epsilon])
  for (let layer = 0; layer < layers; layer += 1) {
    const at = `encoder.layer.${layer}`
    const hidden = `hidden_${layer}`
    const projections = ['query', 'key', 'value'].map((name) => `${at}.attention.self.${name}`)
    const biases = projections.flatMap((name) => [...take(`${name}.bias`).values])
    const qkv = matrix(projections.map((name) => `${name}.weight`), `${at}.qkv.weight`)
    const qkvBias = weight(`${at}.qkv.bias`, [biases.length], Float32Array.from(biases))
    const norm = (name: string) => ['LayerNorm.weight', 'LayerNorm.bias', 'dense.bias'].map((part) => vector(`${at}.${name}.${part}`))
    nodes.push(
      fusedNode('Attention', [hidden, qkv, qkvBias, 'attention_mask'], `${at}.attended`, [{ name: 'num_heads', integer: heads }]),
      node('MatMul', [`${at}.attended`, matrix([`${at}.attention.output.dense.weight`], `${at}.attention.output`)], `${at}.attention_output`),
      skipNormalize([`${at}.attention_output`, hidden, ...norm('attention.output')], `${at}.middle`),
      node('MatMul', [`${at}.middle`, matrix([`${at}.intermediate.dense.weight`], `${at}.intermediate`)], `${at}.widened`),
      fusedNode('BiasGelu', [`${at}.widened`, vector(`${at}.intermediate.dense.bias`)], `${at}.activated`),
      node('MatMul', [`${at}.activated`, matrix([`${at}.output.dense.weight`], `${at}.output`)], `${at}.narrowed`),
      skipNormalize([`${at}.narrowed`, `${at}.middle`, ...norm('output')], `hidden_${layer + 1}`),
    )
  }
  // The mean's divisor cancels in the unit length, so the sum over real tokens is enough.
  nodes.push(
    node('Cast', ['attention_mask'], 'mask', [{ name: 'to', integer: float32 }]),
    node('Unsqueeze', ['mask', 'one'], 'mask_row'),
    node('MatMul', ['mask_row', `hidden_${layers}`], 'summed_row'),
    node('Squeeze', ['summed_row', 'one'], 'summed'),
    node('LpNormalization', ['summed'], 'vectors', [{ name: 'axis', integer: 1 }, { name: 'p', integer: 2 }]),
  )
  const graph = messageField(7, [
    ...nodes,
    bytesField(2, 'all-MiniLM-L6-v2'),
    ...initializers,
    valueInfo(11, 'input_ids', int32, ['batch', 'tokens']),
    valueInfo(11, 'attention_mask', int32, ['batch', 'tokens']),
    valueInfo(12, 'vectors', float32, ['batch', hiddenSize]),
  ])
  const operators = (domain: string, version: number) => messageField(8, [bytesField(1, domain), integerField(2, version)])
  return Buffer.concat([integerField(1, 8), bytesField(2, 'k81r'), graph, operators('', 17), operators('com.microsoft', 1)])
}
