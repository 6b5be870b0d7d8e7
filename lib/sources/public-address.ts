import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose registries: everything that is not an ordinary address on the public internet. */
const special: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['100.64.0.0', 10, 'ipv4'], ['127.0.0.0', 8, 'ipv4'], ['169.254.0.0', 16, 'ipv4'], ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'], ['192.0.2.0', 24, 'ipv4'], ['192.88.99.0', 24, 'ipv4'], ['192.168.0.0', 16, 'ipv4'], ['198.18.0.0', 15, 'ipv4'], ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'], ['224.0.0.0', 4, 'ipv4'], ['240.0.0.0', 4, 'ipv4'],
  // Tunnels and documentation inside the global unicast range.
  ['2001::', 23, 'ipv6'], ['2001:db8::', 32, 'ipv6'], ['2002::', 16, 'ipv6'], ['3fff::', 20, 'ipv6'],
]

/** Whether an address (IPv4 or IPv6, no brackets) is an ordinary one on the public internet; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const list = new BlockList()
  for (const [network, prefix, type] of special) list.addSubnet(network, prefix, type)
  if (family === 4) return !list.check(address, 'ipv4')
  const global = new BlockList()
  global.addSubnet('2000::', 3, 'ipv6') // all that is global unicast; mapped, translated, unique-local and link-local ones lie outside
  return global.check(address, 'ipv6') && !list.check(address, 'ipv6')
}

/** Whether a URL's host is written as this machine or as a bare address that is not public: then somebody meant exactly that. */
export function namesPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return /^(?:.+\.)?localhost$/i.test(name) || (isIP(name) !== 0 && !isPublicAddress(name))
}
