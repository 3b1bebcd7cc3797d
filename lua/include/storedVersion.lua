-- The version of a stored resource as text, its `lastModifiedAt` and the first bytes of what is stored; nil when the
-- body does not exist. Every body begins with {"id":"<36 characters>","version":<digits>, and `createdAt` and
-- `lastModifiedAt` follow; a compressed one has up to five bytes before it (src/store/compressedBody.ts). Plain searches
-- take half as long as patterns, and Redis prints a number for each call that passes one.
local VERSION_NAME, MODIFIED_NAME = '","version":', '"lastModifiedAt":"'
local TIME_LENGTH = 24

local function storedVersion(bodyKey)
  local head = redis.call('GETRANGE', bodyKey, '0', '164')
  local _, nameEnd = string.find(head, VERSION_NAME, 1, true)
  if not nameEnd then return nil end
  local versionEnd = string.find(head, ',', nameEnd, true) or #head
  local version = string.sub(head, nameEnd + 1, versionEnd - 1)
  local _, modifiedStart = string.find(head, MODIFIED_NAME, versionEnd, true)
  return version, modifiedStart and string.sub(head, modifiedStart + 1, modifiedStart + TIME_LENGTH), head
end
