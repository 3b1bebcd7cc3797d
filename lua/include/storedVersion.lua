-- The version of a stored resource as text, and its `lastModifiedAt`; nil when the body does not exist. Every body
-- begins
-- with {"id":"<36 characters>","version":<digits>, and `createdAt` and `lastModifiedAt` follow, so 160 bytes are
-- enough.
local function storedVersion(bodyKey)
  local head = redis.call('GETRANGE', bodyKey, 0, 159)
  return string.match(head, '^{"id":"[^"]*","version":(%d+)'), string.match(head, '"lastModifiedAt":"([^"]*)"')
end
