-- Reads the version of a stored resource without decoding its body. Every body begins with
-- {"id":"<id>","version":<digits>, where the id has up to 73 characters; `createdAt` and `lastModifiedAt` follow. A
-- compressed body has up to five bytes before it (src/store/compressedBody.ts). Plain searches take half as long as
-- patterns, and Redis prints a number for each call that passes one.
local VERSION_NAME = '","version":'

-- Returns the first stored bytes, up to the times; empty where nothing is stored.
local function readHead(bodyKey) return redis.call('GETRANGE', bodyKey, '0', '200') end

-- Returns the version as text; nil where the resource does not exist.
local function versionIn(head)
  local _, nameEnd = string.find(head, VERSION_NAME, 1, true)
  if not nameEnd then return nil end
  local versionEnd = string.find(head, ',', nameEnd, true) or #head
  return string.sub(head, nameEnd + 1, versionEnd - 1)
end
