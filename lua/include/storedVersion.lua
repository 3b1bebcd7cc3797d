-- Reads the version of a stored resource without decoding its body. Every body begins with
-- {"id":"<up to 73 characters>","version":<digits>, and `createdAt` and `lastModifiedAt` follow; a compressed one has up to
-- five bytes before it (src/store/compressedBody.ts). Plain searches take half as long as patterns, and Redis prints a
-- number for each call that passes one.
local VERSION_NAME = '","version":'

-- The first bytes of what is stored, up to the times; empty where there is nothing.
local function readHead(bodyKey) return redis.call('GETRANGE', bodyKey, '0', '200') end

-- The version as text; nil where the resource does not exist.
local function versionIn(head)
  local _, nameEnd = string.find(head, VERSION_NAME, 1, true)
  if not nameEnd then return nil end
  local versionEnd = string.find(head, ',', nameEnd, true) or #head
  return string.sub(head, nameEnd + 1, versionEnd - 1)
end
