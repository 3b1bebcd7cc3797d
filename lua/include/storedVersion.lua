-- The version of a stored resource, as text; nil when there is none. Every body begins with
-- {"id":"<36 characters>","version":<digits>, so the first 160 bytes are enough; `createdAt` and the time of that
-- version, which comes second, are next.
local function versionOf(key)
  local head = redis.call('GETRANGE', key, 0, 159)
  return string.match(head, '^{"id":"[^"]*","version":(%d+)'), string.match(head, '"lastModifiedAt":"([^"]*)"')
end
